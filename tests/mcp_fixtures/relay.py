#!/usr/bin/env python3
"""Puts a program that speaks MCP on standard input and output behind an HTTP port, for the conformance suite.
Usage: relay.py COMMAND [ARGUMENT …]. Prints `relay listening on http://127.0.0.1:PORT` and serves until SIGTERM.

Messages pass as they are in both directions. The relay itself adds what only HTTP has: sessions (a process for each),
status codes, the headers of stateless requests, event streams, and 403 for foreign hosts. So a verdict on those says
nothing about the program behind it; one on the messages does."""
import http.server
import json
import queue
import signal
import subprocess
import sys
import threading
import uuid

NEWEST_WITH_SESSIONS = "2025-11-25"
META = "io.modelcontextprotocol/"
STATUS = {-32601: 404, -32700: 400, -32600: 400, -32602: 400, -32020: 400, -32021: 400, -32022: 400}
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
SILENCE_SECONDS = 0.5


class Behind:
    """One process. Every open request has a queue under its own id, so equal ids of two clients do not meet."""

    def __init__(self):
        self.process = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lock = threading.Lock()
        self.open = {}
        threading.Thread(target=self.read, daemon=True).start()

    def send(self, message):
        with self.lock:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()

    def ask(self, message):
        own = f"relay-{uuid.uuid4().hex}"
        entry = {"queue": queue.Queue(), "id": message["id"], "own": own,
                 "token": ((message.get("params") or {}).get("_meta") or {}).get("progressToken")}
        with self.lock:
            self.open[own] = entry
        self.send({**message, "id": own})
        return entry

    def close(self, entry, cancel):
        with self.lock:
            self.open.pop(entry["own"], None)
        if cancel:
            self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": entry["own"]}})

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            with self.lock:
                entry = self.reader_of(message)
            if entry:
                entry["queue"].put(self.for_client(message, entry))

    def reader_of(self, message):
        if "method" not in message:
            return self.open.get(message.get("id"))
        params = message.get("params") or {}
        subscription = (params.get("_meta") or {}).get(META + "subscriptionId")
        if subscription is not None:
            return self.open.get(subscription)
        token = params.get("progressToken")
        matching = [entry for entry in self.open.values() if token is None or entry["token"] == token]
        return matching[0] if matching else None

    @staticmethod
    def for_client(message, entry):
        """The ids of the client again, in the answer and in what names a subscription."""
        text = json.dumps(message).replace(json.dumps(entry["own"]), json.dumps(entry["id"]))
        return json.loads(text)

    def end(self):
        self.process.stdin.close()
        self.process.wait(5)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    sessions, shared, guard = {}, [], threading.Lock()

    def log_message(self, *_):
        pass

    def answer(self, status, message=None, headers=()):
        body = b"" if message is None else json.dumps(message).encode()
        self.send_response(status)
        for name, value in [("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, status, code, text, request=None):
        error = {"jsonrpc": "2.0", "error": {"code": code, "message": text}}
        self.answer(status, error if request is None else {**error, "id": request})

    def foreign(self):
        names = [self.headers.get("Host", "localhost"), self.headers.get("Origin", "http://localhost").split("//")[-1]]
        return any(name.rsplit(":", 1)[0] not in ("localhost", "127.0.0.1", "[::1]") for name in names)

    def value(self, name):
        return (self.headers.get(name) or "").strip()

    def do_GET(self):
        self.answer(403 if self.foreign() else 405)

    def do_DELETE(self):
        gone = self.sessions.pop(self.value("Mcp-Session-Id"), None)
        if gone:
            gone.end()
        self.answer(200 if gone else 404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.foreign():
            return self.refuse(403, -32600, "foreign")
        message = json.loads(body)
        stateless = self.value("MCP-Protocol-Version") > NEWEST_WITH_SESSIONS
        session, behind = self.process_for(message, stateless)
        if behind is None:
            return self.refuse(404, -32600, "no such session", message.get("id"))
        if "id" not in message:
            behind.send(message)
            return self.answer(202)
        fault = self.header_fault(message) if stateless else None
        if fault:
            return self.refuse(400, -32020, fault, message["id"])
        headers = [("Mcp-Session-Id", session)] if session else []
        return self.relay(behind, behind.ask(message), stateless, headers)

    def process_for(self, message, stateless):
        session = self.value("Mcp-Session-Id")
        if session and not stateless:
            return session, self.sessions.get(session)
        if message.get("method") == "initialize" and not stateless:
            session = uuid.uuid4().hex
            self.sessions[session] = Behind()
            return session, self.sessions[session]
        with self.guard:
            if not self.shared:
                self.shared.append(Behind())
        return None, self.shared[0]

    def header_fault(self, message):
        params = message.get("params") or {}
        version = (params.get("_meta") or {}).get(META + "protocolVersion")
        if version is not None and version != self.value("MCP-Protocol-Version"):
            return "another version"
        if self.value("Mcp-Method") != message["method"]:
            return "another method"
        member = NAMED.get(message["method"])
        return "another name" if member and params.get(member) not in (None, self.value("Mcp-Name")) else None

    def relay(self, behind, entry, stateless, headers):
        first = entry["queue"].get()
        if "method" not in first:
            behind.close(entry, cancel=False)
            code = first.get("error", {}).get("code")
            return self.answer(STATUS.get(code, 200) if stateless else 200, first, headers)
        self.send_response(200)
        for name, value in [("Content-Type", "text/event-stream"), ("Connection", "close"), *headers]:
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        try:
            message = first
            while True:
                text = b":\n\n" if message is None else b"data: " + json.dumps(message).encode() + b"\n\n"
                self.wfile.write(text)
                if message is not None and "method" not in message:
                    return behind.close(entry, cancel=False)
                try:
                    message = entry["queue"].get(timeout=SILENCE_SECONDS)
                except queue.Empty:
                    message = None
        except OSError:
            return behind.close(entry, cancel=True)


def main():
    http.server.ThreadingHTTPServer.daemon_threads = True
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"relay listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()
    for behind in [*Handler.sessions.values(), *Handler.shared]:
        behind.end()


if __name__ == "__main__":
    main()
