#include "gate/core/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <new>

namespace pumuki {

struct Sha256::State {
  EVP_MD_CTX* context = nullptr;
};

// OpenSSL fails here only without memory; that ends the operation like any other failed allocation.
Sha256::Sha256() : state_(std::make_unique<State>(State{EVP_MD_CTX_new()})) {
  if (state_->context == nullptr ||
      EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) != 1) {
    EVP_MD_CTX_free(state_->context);
    throw std::bad_alloc();
  }
}

Sha256::~Sha256() { EVP_MD_CTX_free(state_->context); }

void Sha256::update(std::string_view bytes) {
  EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
}

std::string Sha256::finish_hex() {
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(state_->context, digest.data(), &size);
  std::string hex;
  hex.reserve(std::size_t{size} * 2);
  for (unsigned int i = 0; i < size; ++i) {
    hex += k_digits[digest.at(i) >> 4U];
    hex += k_digits[digest.at(i) & 15U];
  }
  return hex;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 digest;
  digest.update(bytes);
  return digest.finish_hex();
}

}  // namespace pumuki
