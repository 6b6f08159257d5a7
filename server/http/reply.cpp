#include "gate/core/json_writer.h"
#include "server/http/message.h"

namespace pumuki::http {

Reply json_reply(int status, std::string body) {
  return json_reply(status, std::make_shared<const std::string>(std::move(body)));
}

Reply json_reply(int status, std::shared_ptr<const std::string> body) {
  Reply reply;
  reply.status = status;
  reply.body = std::move(body);
  return reply;
}

Reply error_reply(int status, std::string_view text) {
  JsonWriter json;
  json.begin_object().key("error").value(text).end_object();
  return json_reply(status, json.take());
}

Reply error_reply(int status, std::string_view text, std::string_view code) {
  JsonWriter json;
  json.begin_object().key("error").value(text).key("code").value(code).end_object();
  return json_reply(status, json.take());
}

}  // namespace pumuki::http
