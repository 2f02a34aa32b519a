import { linesOf } from './lines-of.js';

/** Where ripgrep may be, in order. A bundle has no packages, and most runners have no ripgrep. */
const PLACES: readonly (() => Promise<string>)[] = [
  async () => (await import('@vscode/ripgrep')).rgPath,
  async () => 'rg',
];

let found: Promise<string | null> | undefined;

/** The ripgrep binary, or null. Looked up once. */
export function ripgrep(): Promise<string | null> {
  found ??= firstThatRuns();
  return found;
}

async function firstThatRuns(): Promise<string | null> {
  for (const place of PLACES) {
    const binary = await place().catch(() => null);
    if (binary !== null && (await runs(binary))) return binary;
  }
  return null;
}

/** Whether it is ripgrep and runs on this machine. */
async function runs(binary: string): Promise<boolean> {
  let isRipgrep = false;
  const each = (line: string) => {
    isRipgrep ||= line.startsWith('ripgrep ');
    return true;
  };
  const { PATH = '' } = process.env;
  await linesOf({ command: binary, args: ['--version'], cwd: '/', env: { PATH }, each });
  return isRipgrep;
}
