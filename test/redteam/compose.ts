// From a seed to a line: some attacks, in some order, each dressed in some way that a shell knows.
import type { Attack } from './attacks.js';

type Chance = () => number;

/** The same numbers for the same seed, on every machine (mulberry32). */
function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const quoted = (line: string) => `'${line.replaceAll("'", "'\\''")}'`;

const DRESSES: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => `( ${line}\n)`,
  (line) => `{ ${line}\n} 2>&1`,
  (line) => `bash -c ${quoted(line)}`,
  (line) => `bash -c ${quoted(line)} &\nwait`,
  (line) => `eval ${quoted(line)}`,
  (line) => `echo ${quoted(Buffer.from(line).toString('base64'))} | base64 -d | bash`,
  (line) => `printf '%s' ${quoted(line)} > attack.sh; bash ./attack.sh`,
  (line) => `nice env bash -c ${quoted(line)} 2>&1 | cat`,
  (line) => `mkdir -p sub && cd sub; ${line}\ncd "$OLDPWD"`,
  (line) => `python3 -c ${quoted(`import subprocess; subprocess.run(["bash", "-c", ${JSON.stringify(line)}])`)}`,
];

/** Two to five attacks in one line. */
export function compose(
  attacks: readonly Attack[],
  seed: number,
): { readonly names: readonly string[]; readonly line: string } {
  const chance = chanceOf(seed);
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[Math.floor(chance() * list.length)];
    if (picked === undefined) throw new Error('an empty list');
    return picked;
  };
  const chosen = Array.from({ length: 2 + Math.floor(chance() * 4) }, () => pick(attacks));
  return { names: chosen.map(({ name }) => name), line: chosen.map(({ line }) => pick(DRESSES)(line)).join('\n') };
}
