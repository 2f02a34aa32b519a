// The progress of `crew verify`: which command starts, how it ended, and which sandbox it runs in.
import type { Language } from '../../text/lang/index.js';
import { type SideName, verifyWords } from '../../text/lang/verify/index.js';
import type { Progress } from '../../verify/pipeline/index.js';
import { MARKS } from '../../view/verification.js';
import { inert, seconds } from '../../view/verification-lines.js';

/** Which of the two trees a step runs in, and whether it runs there again. */
export interface Where {
  readonly side: SideName;
  readonly again: boolean;
}

export interface Teller {
  readonly step: (progress: Progress, where?: Where) => void;
  readonly walls: (name: string) => void;
  /** The sandboxes that were named so far. */
  readonly known: () => readonly string[];
}

/** Prints the progress line by line. */
export function tellerIn(lang: Language, log: (line: string) => void): Teller {
  const words = verifyWords(lang);
  const known = new Set<string>();
  const prefix = (where: Where | undefined): string =>
    where ? `${words.compared.side[where.side]}${where.again ? words.again : ''} ` : '';
  return {
    step(progress, where) {
      const { step, n, of } = progress;
      const name = inert(step.name);
      const line =
        progress.is === 'begins'
          ? words.begins({ name, command: inert(step.command), n, of })
          : `[${n}/${of}] ${MARKS[progress.step.status]} ${name} · ${words.took(seconds(progress.step.ms))}`;
      log(prefix(where) + line);
    },
    walls(name) {
      if (!known.has(name)) log(words.walls(name));
      known.add(name);
    },
    known: () => [...known],
  };
}
