/** Serves the built page from a folder of a server, as for visitors, and records the requests. */
import { fileURLToPath } from "node:url";
import { type Plugin, preview } from "vite";

const FOLDER = "/some/folder/";

export interface Site {
  readonly url: string;
  /** The files that were sent since the start, as paths below the page's folder. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** `headers` are added to every file. */
export async function serve(headers: Readonly<Record<string, string>> = {}): Promise<Site> {
  const requests: string[] = [];
  const recorder: Plugin = {
    name: "recorder",
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        requests.push(new URL(request.url ?? "", "http://localhost").pathname.replace(FOLDER, ""));
        next();
      });
    },
  };
  const server = await preview({
    root: fileURLToPath(new URL("../..", import.meta.url)),
    base: FOLDER,
    logLevel: "warn",
    plugins: [recorder],
    preview: { port: 0, headers: { ...headers } },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error("the server has no address");
  return {
    url,
    requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.httpServer.close((error) => (error ? reject(error) : resolve()));
        if ("closeAllConnections" in server.httpServer) server.httpServer.closeAllConnections();
      }),
  };
}
