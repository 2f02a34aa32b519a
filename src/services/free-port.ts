import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens on right now; 0 when a certain one was wished for and is taken. */
export async function freePort(wished = 0): Promise<number> {
  const server = createServer();
  try {
    server.listen(wished, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return 0;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
