import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { KEEP, MANIFEST, RUN } from './names.js';

export interface Retention {
  /** The newest so many stay, whatever their age. */
  readonly newest: number;
  /** Younger ones stay, however many. */
  readonly days: number;
  readonly now: number;
}

const DAY = 86_400_000;

/** Removes runs that nobody needs any more, and gives their names. Those that are marked to be kept always stay. */
export async function prune(root: string, { newest, days, now }: Retention): Promise<readonly string[]> {
  const names = (await readdir(root).catch(() => []))
    .filter((name) => RUN.test(name))
    .sort()
    .reverse();
  const runs = await Promise.all(names.map((name) => standingOf(root, name)));
  const whole = runs.filter(({ isWhole }) => isWhole).map(({ name }) => name);
  const old = runs.filter(({ name, isWhole, isKept, at }) => {
    if (isKept || now - at < DAY) return false;
    // Half a run is of no use to anybody once its process cannot live any more.
    return !isWhole || (whole.indexOf(name) >= newest && now - at >= days * DAY);
  });
  for (const { name } of old) await rm(path.join(root, name), { recursive: true, force: true });
  return old.map(({ name }) => name);
}

async function standingOf(root: string, name: string) {
  const has = (file: string) =>
    stat(path.join(root, name, file)).then(
      () => true,
      () => false,
    );
  const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(name)?.slice(1) ?? [];
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = stamp;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return { name, at, isWhole: await has(MANIFEST), isKept: await has(KEEP) };
}
