#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

/// Every limit of the HTTP layer (contract: performance §5.2, rulings 1–3).
namespace pumuki::http {

using SteadyTime = std::chrono::steady_clock::time_point;

/// A request head beyond this is 431.
inline constexpr std::size_t k_max_head_bytes = std::size_t{32} << 10;
/// From the first byte of a request to the last byte of its body.
inline constexpr std::chrono::seconds k_request_deadline{5};
/// A kept-alive connection without a byte.
inline constexpr std::chrono::seconds k_idle_deadline{2};
inline constexpr std::size_t k_max_requests_per_connection = 1000;

/// Open connections; above it the oldest one without a complete request is dropped.
inline constexpr std::size_t k_max_connections = 1024;
/// Simultaneous connects that wait for accept() without a retransmission.
inline constexpr int k_listen_backlog = 512;
/// Requests that run at one time.
inline constexpr std::size_t k_max_workers = 64;
/// Twice what the deepest evidence takes (1,000 levels, about 0.7 MiB), and below 2 MiB, so that no
/// huge page backs a mostly unused stack. Sanitizers make every frame several times larger.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::size_t k_worker_stack_bytes = std::size_t{16} << 20;
#else
inline constexpr std::size_t k_worker_stack_bytes = std::size_t{1536} << 10;
#endif

/// Bytes taken from a socket at once.
inline constexpr std::size_t k_read_bytes = std::size_t{16} << 10;
/// What an idle connection may keep of its buffer.
inline constexpr std::size_t k_kept_input_bytes = std::size_t{4} << 10;
/// The body of a request that no handler reads: up to this it is skipped, above it the connection
/// ends after the answer.
inline constexpr std::size_t k_max_skipped_body_bytes = std::size_t{64} << 10;
/// What is read and thrown away after a final answer, so that the client gets to read it.
inline constexpr std::size_t k_max_drained_bytes = std::size_t{16} << 20;
inline constexpr std::chrono::seconds k_drain_deadline{2};

/// Smaller pieces of a reply travel together.
inline constexpr std::size_t k_coalesce_bytes = std::size_t{16} << 10;
/// A client that takes no byte for this long is dropped.
inline constexpr std::chrono::seconds k_write_stall_limit{5};
/// A reply may last this long plus its size at the slowest rate served.
inline constexpr std::chrono::seconds k_write_base_limit{30};
inline constexpr std::uint64_t k_min_write_bytes_per_second = std::uint64_t{64} << 10;

/// How often deadlines are looked at while a connection is open.
inline constexpr std::chrono::milliseconds k_sweep_interval{250};
/// What requests in progress get at stop().
inline constexpr std::chrono::seconds k_stop_grace{1};
/// For asking who holds a port.
inline constexpr std::chrono::milliseconds k_holder_deadline{500};

}  // namespace pumuki::http
