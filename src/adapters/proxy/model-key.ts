// The model's key, held by a process of its own: neither crew's own process nor anything that an agent starts has it. It stands in no
// argument, no environment and no file, so that /proc does not tell it; what is not a question to the model is not passed on.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { asProgram } from './as-program.js';
import { serveModelKey } from './serve-model-key.js';

export interface KeyHolder {
  /** In the place of the model's own address. */
  readonly url: string;
  /** In the place of the key: only good here, only as long as the holder lives. */
  readonly token: string;
  close(): Promise<void>;
}

export interface KeyAsk {
  readonly key: string;
  /** Where the model is, such as ANTHROPIC_BASE_URL. */
  readonly upstream: string;
  /** Certificates of a company's own, where Node is told of them. */
  readonly certificates?: string | undefined;
}

/** Starts the holder of the key. It ends with `close`, and with the process that started it, however that ends. */
export async function holdModelKey({ key, upstream, certificates }: KeyAsk): Promise<KeyHolder> {
  const token = randomBytes(24).toString('hex');
  const child = spawn(process.execPath, ['-e', asProgram(serveModelKey)], {
    env: certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates },
    cwd: '/',
    detached: true, // a session of its own: what is sent to crew's group does not end it in the middle of a turn
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
