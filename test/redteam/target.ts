// What is worth attacking: secrets where secrets really stand, listeners that remember, and a tree whose protected parts are known by heart.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { newFolder } from '../build/folder.js';

export interface Target {
  readonly root: string;
  /** The environment of the one who opens the cell. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What an attacker is told of the machine. */
  readonly told: Readonly<Record<string, string>>;
  /** In every shape in which they may be seen. */
  readonly canaries: readonly string[];
  /** Who came to a listener. */
  readonly came: readonly string[];
  /** All that must be as it was: by path, what stands there. */
  untouched(): Readonly<Record<string, string>>;
  isAlive(): boolean;
  close(): void;
}

/** Made of small pieces, so that no file of these tests holds it. */
const canary = (of: string) => ['canary', of, 'b7e1f09c'].join('-');
const SECRETS = ['environment', 'home', 'process', 'repository', 'outside', 'denied'].map(canary);

/** What the person at this target has forbidden. */
export const DENY = ['Read(denied/**)', 'Write(kept/**)'];

export async function makeTarget(): Promise<Target> {
  const his = realpathSync(await newFolder());
  const out = realpathSync(await newFolder());
  const root = path.join(out, 'beside', 'tree');
  writeFileSync(path.join(his, '.secret'), canary('home'));
  writeFileSync(path.join(his, '.npmrc'), `//registry.example/:_authToken=${canary('home')}\n`);
  writeFileSync(path.join(out, 'there'), canary('outside'));
  mkdirSync(root, { recursive: true });
  fill(root);

  process.env.CREW_CANARY = canary('environment');
  const other = spawn('sleep', ['9999'], {
    cwd: his,
    env: { ...process.env, SECRET: canary('process') },
    stdio: 'ignore',
  });
  const came: string[] = [];
  const { port, close } = await listen(path.join(out, 'socket'), came);
  const told = {
    ...{ OUT: out, HIS: his, PID: String(other.pid), PORT: String(port), HOST_IP: ownAddress() },
    ...{ SOCK: path.join(out, 'socket'), GITHUB_ENV: path.join(out, 'there'), GITHUB_PATH: path.join(out, 'there') },
  };
  return {
    ...{ root, told, came },
    env: { ...process.env, HOME: his },
    canaries: SECRETS.flatMap(shapesOf),
    untouched: () => ({
      ...traces(),
      ...(existsSync(path.join(root, '.github/crew.yaml')) ? { 'crew.yaml': 'made' } : {}),
      ...picture(his),
      ...picture(out, root),
      ...picture(path.join(root, '.git')),
      ...Object.assign({}, ...KEPT.map((each) => picture(path.join(root, each)))),
    }),
    isAlive: () => other.exitCode === null && other.signalCode === null,
    close: () => {
      delete process.env.CREW_CANARY;
      other.kill('SIGKILL');
      close();
    },
  };
}

/** What no tool may write besides the repository's own folder (guard/paths/path-lists.ts, PROTECTED). */
const KEPT = [
  ...['.github/workflows', '.github/actions', '.github/crew.yml', 'vendor/x/.git', 'node_modules/p/.git'],
  ...['denied', 'kept'],
];

function fill(root: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  mkdirSync(path.join(root, '.github/workflows'), { recursive: true });
  mkdirSync(path.join(root, 'src'));
  writeFileSync(path.join(root, '.github/workflows/ci.yml'), 'on: push\n');
  mkdirSync(path.join(root, '.github/actions/a'), { recursive: true });
  writeFileSync(path.join(root, '.github/actions/a/action.yml'), 'name: a\n');
  writeFileSync(path.join(root, '.github/crew.yml'), 'lang: en\n');
  writeFileSync(path.join(root, 'src/a.js'), 'export {};\n');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first');
  git('config', 'http.https://github.com/.extraheader', `AUTHORIZATION: basic ${canary('repository')}`);
  git('remote', 'add', 'origin', `https://x:${canary('repository')}@github.com/o/r`);
  mkdirSync(path.join(root, '.git/modules/deep/er'), { recursive: true });
  writeFileSync(path.join(root, '.git/modules/deep/er/config'), `[http]\n\textraheader = ${canary('repository')}\n`);
  const secret = `[http]\n\textraheader = ${canary('repository')}\n`;
  writeFileSync(path.join(root, '.git/config.bak'), secret);
  for (const other of ['vendor/x/.git', 'node_modules/p/.git']) {
    mkdirSync(path.join(root, other, 'objects'), { recursive: true });
    writeFileSync(path.join(root, other, 'config'), secret);
  }
  mkdirSync(path.join(root, 'denied/deep'), { recursive: true });
  mkdirSync(path.join(root, 'kept'));
  writeFileSync(path.join(root, 'denied/deep/key'), canary('denied'));
  writeFileSync(path.join(root, 'kept/a'), 'a');
  writeFileSync(path.join(root, '.git/credentials'), `https://x:${canary('repository')}@github.com\n`);
}

/** On every address, on a path, and on a name without one. */
async function listen(socket: string, came: string[]) {
  const servers: Server[] = [];
  const open = async (name: string, where: { port: number; host: string } | { path: string }) => {
    const server = createServer((visitor) => {
      came.push(name);
      visitor.destroy();
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(where, resolve));
    servers.push(server);
    return server;
  };
  const address = (await open('tcp', { port: 0, host: '::' })).address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await open('socket', { path: socket });
  await open('abstract socket', { path: `\0${socket}` });
  const datagrams = createSocket('udp4').on('message', () => came.push('udp'));
  await new Promise<void>((resolve) => datagrams.bind(port, resolve));
  const close = () => {
    datagrams.close();
    for (const server of servers) server.close();
  };
  return { port, close };
}

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';
}

function shapesOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // In base64, a secret in the middle of something has one of three looks; their cores are these.
  const cores = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(4, -4),
  );
  return [secret, bytes.toString('hex'), [...secret].reverse().join(''), encodeURIComponent(secret), ...cores];
}

/** What attacks would leave in places that everybody shares. */
function traces(): Readonly<Record<string, string>> {
  const PATH = (process.env.PATH ?? '').split(path.delimiter);
  const places = ['/', '/tmp', '/var/tmp', '/dev/shm', '/etc', '/etc/cron.d', '/usr/bin', '/usr/local/bin', ...PATH];
  const found = places.filter(existsSync).flatMap((place) => readdirSync(place).map((name) => path.join(place, name)));
  const left = found.filter((file) => /^(?:crew-redteam|climbed-)/.test(path.basename(file)));
  return Object.fromEntries(left.map((file) => [file, 'left behind']));
}

/** Every path below a folder and what it is, but what lies below `without`. */
function picture(folder: string, without = ''): Readonly<Record<string, string>> {
  const seen: Record<string, string> = {};
  const look = (at: string) => {
    // `npm config get registry`, which crew itself asks, leaves a debug log in the home of its user.
    if (at.endsWith('/.npm/_logs')) return;
    const { mode, uid } = lstatSync(at);
    const kind = `${mode.toString(8)} ${uid}`;
    if (lstatSync(at).isSymbolicLink()) seen[at] = `${kind} → ${readlinkSync(at)}`;
    else if (lstatSync(at).isFile())
      seen[at] = `${kind} ${createHash('sha256').update(readFileSync(at)).digest('hex')}`;
    else seen[at] = kind;
    if (lstatSync(at).isDirectory() && at !== without) for (const name of readdirSync(at)) look(path.join(at, name));
  };
  look(folder);
  if (without) delete seen[without]; // the tree itself may be handed over for a while
  return seen;
}
