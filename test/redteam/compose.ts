// From a seed to a line: some attacks, in some order, each dressed in some way that a shell knows.
import { chanceOf } from '../guard/build/chance.js';
import type { Attack } from './attacks.js';

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
  const chosen = Array.from({ length: 2 + chance.below(4) }, () => chance.one(attacks));
  return {
    names: chosen.map(({ name }) => name),
    line: chosen.map(({ line }) => chance.one(DRESSES)(line)).join('\n'),
  };
}
