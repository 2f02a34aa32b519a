// A separate process holds the model's API key, so that neither crew's process nor a command of an agent can read it. The key is passed
// through standard input, not in arguments, environment or files, which /proc would show. The process forwards only requests to the
// model.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { asProgram } from './as-program.js';
import { serveModelKey } from './serve-model-key.js';

export interface KeyHolder {
  /** Used instead of the model's URL. */
  readonly url: string;
  /** Used instead of the key; valid only for this process and as long as it runs. */
  readonly token: string;
  close(): Promise<void>;
}

export interface KeyAsk {
  readonly key: string;
  /** The model's URL, such as ANTHROPIC_BASE_URL. */
  readonly upstream: string;
  /** File with additional certificates (NODE_EXTRA_CA_CERTS). */
  readonly certificates?: string | undefined;
}

/** Starts the process. It ends with `close` or with its parent. */
export async function holdModelKey({ key, upstream, certificates }: KeyAsk): Promise<KeyHolder> {
  const token = randomBytes(24).toString('hex');
  const child = spawn(process.execPath, ['-e', asProgram(serveModelKey)], {
    env: certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates },
    cwd: '/',
    detached: true, // its own session, so that a signal to crew's process group does not end it during a request
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin.on('error', () => undefined).write(`${JSON.stringify({ key, upstream, token })}\n`);
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('error', reject).once('exit', () => reject(new Error('the holder of the model key did not start')));
  });
  const close = () => {
    child.stdin.end();
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, token, close };
}
