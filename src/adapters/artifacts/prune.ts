import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { KEEP, MANIFEST, RUN } from './names.js';

export interface Retention {
  /** Number of newest runs that are always kept. */
  readonly newest: number;
  /** Runs younger than this many days are always kept. */
  readonly days: number;
  readonly now: number;
}

const DAY = 86_400_000;

/** Removes old runs and returns their names. Marked runs are never removed. */
export async function prune(root: string, { newest, days, now }: Retention): Promise<readonly string[]> {
  const names = (await readdir(root).catch(() => []))
    .filter((name) => RUN.test(name))
    .sort()
    .reverse();
  const runs = await Promise.all(names.map((name) => runStateOf(root, name)));
  const whole = runs.filter(({ isWhole }) => isWhole).map(({ name }) => name);
  const old = runs.filter(({ name, isWhole, isMarked, at }) => {
    if (isMarked || now - at < DAY) return false;
    // An interrupted run (no manifest) is removed after a day, when its process has certainly ended.
    return !isWhole || (whole.indexOf(name) >= newest && now - at >= days * DAY);
  });
  for (const { name } of old) await rm(path.join(root, name), { recursive: true, force: true });
  return old.map(({ name }) => name);
}

async function runStateOf(root: string, name: string) {
  const has = (file: string) =>
    stat(path.join(root, name, file)).then(
      () => true,
      () => false,
    );
  const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(name)?.slice(1) ?? [];
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = stamp;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return { name, at, isWhole: await has(MANIFEST), isMarked: await has(KEEP) };
}
