import { spawn } from 'node:child_process';
import type { BridgeSays } from '../bridge.js';
import { reasonFor } from './reason-for.js';
import { NotHere } from './rung.js';

/** A process in the namespaces that are to be entered, and what it said. */
export interface Holder extends BridgeSays {
  /** Namespaces are gone with the process that keeps them, whatever ended it. */
  isThere(): boolean;
  close(): Promise<void>;
}

const LONGEST_MS = 15_000;

/** Starts the process that keeps a cell's namespaces; it says who it is when everything stands. */
export async function hold(file: string, args: readonly string[]): Promise<Holder> {
  const child = spawn(file, args, { cwd: '/', env: { PATH: SAFE_PATH }, detached: true, stdio: 'pipe' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const isThere = () => child.exitCode === null && child.signalCode === null;
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 4000);
  });
  child.stdin.on('error', () => undefined);
  const said = await new Promise<BridgeSays | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), LONGEST_MS);
    child.once('error', (error) => {
      complaint ||= error.message;
      resolve(null);
    });
    child.once('close', () => resolve(null));
    child.stdout.once('data', (data: Buffer) => resolve(JSON.parse(data.toString())));
    child.once('close', () => clearTimeout(timer));
    child.stdout.once('data', () => clearTimeout(timer));
  });
  const close = async () => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(timer);
  };
  if (said !== null) return { ...said, isThere, close };
  child.stdin.end();
  child.kill('SIGKILL');
  throw new NotHere(reasonFor(complaint));
}

/** Where the system's own tools are looked for by what crew starts as another user. */
export const SAFE_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
