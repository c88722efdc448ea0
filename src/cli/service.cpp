// SPDX-License-Identifier: MIT
#include "cli/service.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "cli/commands.hpp"
#include "cli/line.hpp"
#include "cli/memory.hpp"
#include "cli/metrics.hpp"

namespace colex::cli {

namespace {

namespace asio = boost::asio;
using Socket = asio::local::stream_protocol;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kBlock = std::size_t{1} << 16;  // bytes read, and about as many written, at a time
constexpr auto kTurn = std::chrono::milliseconds(1);  // then another client has the thread
constexpr auto kFarewell = std::chrono::seconds(10);  // for clients that do not take their last answers

/// What all clients share.
struct Shared {
  Service const& service;
  Metrics metrics;
  std::atomic<bool> ends{false};
};

/// Whether the other end of a socket is closed altogether.
bool has_left(int socket) {
  pollfd at{socket, 0, 0};
  return poll(&at, 1, 0) > 0 && (at.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}
/// Whom this thread answers: its socket, or none.
thread_local int answered = -1;

std::string answer(std::string_view line, bool too_long, long number, Shared& shared) {
  if (too_long) return reply_to_too_long();
  if (line.size() < 256 && line.find("\"metrics\"") != line.npos) {
    auto const call = line.find('\0') == line.npos ? Json::parse(line, nullptr, false) : Json();
    bool const bare = call.size() == 1 || (call.size() == 2 && call.value("args", Json()) == Json::array());
    if (call.is_object() && bare && call.value("op", Json()) == "metrics") return shared.metrics.line();
  }
  try {
    MemoryLimit const limit(shared.service.memory);
    return reply_to(line, shared.service.asked, number);
  } catch (std::bad_alloc const&) {
    return reply_to_too_much_memory();
  }
}

/// One client. Only one of its handlers runs at a time, each starting the next: reads, answers, writes.
class Client : public std::enable_shared_from_this<Client> {
 public:
  Client(Socket::socket socket, Shared& shared) : socket_(std::move(socket)), shared_(shared) {
    ++shared_.metrics.clients;
    ++shared_.metrics.clients_ever;
  }
  ~Client() {
    if (!in_.empty() || !out_.empty() || failed_) ++shared_.metrics.dropped;
    --shared_.metrics.clients;
  }

  void read() {
    socket_.async_read_some(asio::buffer(block_), [self = shared_from_this()](auto error, std::size_t got) {
      self->shared_.metrics.bytes_in += got;
      self->in_.append(self->block_.data(), got);
      self->ended_ = bool(error);
      self->failed_ = error && error != asio::error::eof && !self->shared_.ends;
      self->answer_some();
    });
  }
  /// No more is read.
  void finish() {
    boost::system::error_code ignored;
    socket_.shutdown(Socket::socket::shutdown_receive, ignored);
  }
  auto executor() { return socket_.get_executor(); }

 private:
  /// Answers whole lines for a turn, or until there is a block of answers; then writes, and goes on.
  void answer_some() {
    auto const start = Clock::now();
    std::size_t from = 0;
    while (out_.size() < kBlock) {
      std::size_t const end = in_.find('\n', std::max(from, seen_));
      seen_ = 0;
      bool const last = end == in_.npos;
      if (last && !(ended_ && from < in_.size())) break;
      auto const line = std::string_view(in_).substr(from, last ? in_.npos : end - from);
      auto const before = Clock::now();
      answered = socket_.native_handle();
      std::string reply = answer(line, skips_ || line.size() > kMaxRequest, ++number_, shared_);
      answered = -1;
      auto const now = Clock::now();
      shared_.metrics.answered(reply, now - before);
      skips_ = false;
      from = last ? in_.size() : end + 1;
      out_ += reply += '\n';
      if (now - start > kTurn) break;
    }
    in_.erase(0, from);
    if (in_.size() > kMaxRequest && in_.find('\n') == in_.npos) {  // the rest of the line is not kept
      in_.clear();
      skips_ = true;
    }
    if (has_left(socket_.native_handle()) || failed_) return;
    if (!out_.empty()) return write();
    seen_ = in_.size();
    if (!ended_) return read();
    if (skips_) {  // the line that was too long has ended with the input
      skips_ = false;
      shared_.metrics.answered(out_ = reply_to_too_long() + '\n', {});
      write();
    }
  }

  void write() {
    asio::async_write(socket_, asio::buffer(out_), [self = shared_from_this()](auto error, std::size_t sent) {
      self->shared_.metrics.bytes_out += sent;
      self->failed_ = bool(error);
      if (error) return;
      self->out_.clear();
      self->answer_some();
    });
  }

  Socket::socket socket_;
  Shared& shared_;
  std::array<char, kBlock> block_{};
  std::string in_, out_;  ///< not yet answered; not yet written
  std::size_t seen_ = 0;  ///< bytes of in_ without an end of line
  long number_ = 0;       ///< of the line
  bool skips_ = false;    ///< the line at the front of in_ was too long
  bool ended_ = false, failed_ = false;
};

class Server {
 public:
  Server(asio::io_context& context, Shared& shared)
      : context_(context),
        shared_(shared),
        strand_(asio::make_strand(context)),
        acceptor_(strand_),
        signals_(strand_, SIGTERM, SIGINT),
        late_(strand_) {
    bind();
    accept();
    signals_.async_wait([this](auto error, int) {
      if (!error) end();
    });
  }
  ~Server() { unlink(shared_.service.socket.c_str()); }

 private:
  [[noreturn]] void unusable(char const* why) {
    throw InputError("serve: " + shared_.service.socket + ": " + why);
  }

  /// A socket that nobody listens at any more is replaced; any other file stays.
  void bind() {
    std::string const& path = shared_.service.socket;
    if (path.empty() || path.size() > 100) throw InputError("serve: a socket's path has 1 to 100 bytes");
    struct stat there {};
    if (lstat(path.c_str(), &there) == 0) {
      if (!S_ISSOCK(there.st_mode)) unusable("is there already, and is no socket");
      boost::system::error_code error;
      Socket::socket(context_).connect(Socket::endpoint(path), error);
      if (error != asio::error::connection_refused) unusable("is in use");
      unlink(path.c_str());
    }
    boost::system::error_code error;
    acceptor_.open(Socket(), error);
    mode_t const before = umask(0177);  // for this user alone
    if (!error) acceptor_.bind(Socket::endpoint(path), error);
    umask(before);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) unusable(error.message().c_str());
  }

  void accept() {
    acceptor_.async_accept(asio::make_strand(context_), [this](auto error, Socket::socket socket) {
      if (shared_.ends) return;
      if (error) {  // no more files, say: later again
        late_.expires_after(std::chrono::milliseconds(20));
        return late_.async_wait([this](auto) { accept(); });
      }
      if (shared_.metrics.clients >= shared_.service.clients) {
        turn_away(socket);
      } else {
        auto const client = std::make_shared<Client>(std::move(socket), shared_);
        std::erase_if(clients_, [](auto const& other) { return other.expired(); });
        clients_.push_back(client);
        asio::post(client->executor(), [client] { client->read(); });
      }
      accept();
    });
  }

  void turn_away(Socket::socket& socket) {
    ++shared_.metrics.turned_away;
    static constexpr std::string_view kFull =
        R"({"ok":false,"error":{"condition":"input","message":"too many clients","witness":null}})"
        "\n";
    boost::system::error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(asio::buffer(kFull), ignored);
  }

  /// What has come is answered; then run() returns, for nothing is left to do.
  void end() {
    shared_.ends = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    late_.expires_after(kFarewell);
    late_.async_wait([this](auto error) {
      if (!error) context_.stop();
    });
    for (auto const& known : clients_)
      if (auto const client = known.lock()) asio::post(client->executor(), [client] { client->finish(); });
    clients_.clear();
    wait_for_clients();
  }
  void wait_for_clients() {
    if (shared_.metrics.clients == 0) return void(late_.cancel());
    auto const soon = std::make_shared<asio::steady_timer>(strand_, std::chrono::milliseconds(5));
    soon->async_wait([this, soon](auto) { wait_for_clients(); });
  }

  asio::io_context& context_;
  Shared& shared_;
  asio::strand<asio::io_context::executor_type> strand_;  // of what is below
  Socket::acceptor acceptor_;
  asio::signal_set signals_;
  asio::steady_timer late_;
  std::vector<std::weak_ptr<Client>> clients_;
};

}  // namespace

void serve_input(Service service) {
  service.asked.stops = [] {
    std::fflush(stdout);
    return false;
  };
  Shared shared{service, {}, {}};
  long number = 0;
  Lines lines(STDIN_FILENO, flush);
  while (lines.next()) {
    auto const before = Clock::now();
    std::string reply = answer(lines.text(), lines.too_long(), ++number, shared);
    shared.metrics.answered(reply, Clock::now() - before);
    shared.metrics.bytes_in += lines.text().size() + 1, shared.metrics.bytes_out += reply.size() + 1;
    put(reply += '\n');
  }
  if (lines.error() != 0)
    throw InputError(std::string("serve: cannot read standard input: ") + std::strerror(lines.error()));
  std::fprintf(stderr, "%s\n", shared.metrics.line().c_str());
}

void serve(Service service) {
  std::signal(SIGPIPE, SIG_IGN);
  service.asked.stops = [] { return answered >= 0 && has_left(answered); };
  Shared shared{service, {}, {}};
  {
    asio::io_context context(service.threads);
    Server server(context, shared);
    std::vector<std::jthread> others;
    for (int k = 1; k < service.threads; ++k) others.emplace_back([&] { context.run(); });
    context.run();
    others.clear();
  }
  std::fprintf(stderr, "%s\n", shared.metrics.line().c_str());
}

}  // namespace colex::cli
