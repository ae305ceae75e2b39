// The edge: it passes everything on to the process that holds the sessions. Where that process dies under a request, the client is
// told to wait and to send the same request again.
import { isOpening, orderOf, restartAnswer } from "./restart-answer.js";

export default {
  async fetch(request, env) {
    if (request.headers.has("x-backstage-draining")) return restartAnswer();
    try {
      const answer = await env.HOLDER.fetch(request);
      if (!isOpening(request) || answer.status !== 200) return answer;
      // An opening's answer is small. Only a whole one may leave: with its headers alone out, a death of the holder would leave the
      // client with an id and nothing else.
      return new Response(await answer.arrayBuffer(), answer);
    } catch {
      return restartAnswer(orderOf(request).retryAfter);
    }
  },
};
