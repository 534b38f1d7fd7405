/** The types of Express that the peer uses, because the package has none. */
declare module "express" {
  import type { IncomingMessage, Server, ServerResponse } from "node:http";

  interface Request extends IncomingMessage {
    readonly body: Buffer;
  }
  interface Response extends ServerResponse {
    status(code: number): this;
    json(body: unknown): this;
  }
  type Handler = (request: Request, response: Response, next: () => void) => void;
  interface Express {
    post(path: string, ...handlers: Handler[]): this;
    listen(port: number, host: string, ready: () => void): Server;
  }

  function express(): Express;
  namespace express {
    function raw(options: { type: () => boolean; limit: string }): Handler;
  }
  export = express;
}
