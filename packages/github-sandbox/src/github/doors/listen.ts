import type { Server } from 'node:http';

/** Opens a server and tells where it is reached; port 0 takes a free one. */
export function listen(server: Server, { port, host }: { port: number; host: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(`http://${host}:${address.port}`);
      else reject(new Error('the server has no port'));
    });
  });
}

/** Closes a server without waiting for clients that keep their line open. */
export function hangUp(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
