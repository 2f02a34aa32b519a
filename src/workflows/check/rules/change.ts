import type { CheckChange } from '../../../ports/change.js';
import type { Language } from '../../../text/lang/index.js';
import { begunCheck, type Ending, endedCheck } from '../../../view/check/index.js';
import { conclusionOf } from './conclude.js';

/** What branch rules ask for; as load-bearing as a marker. */
export const NAME = 'crew/verify';

export interface About {
  readonly head: string;
  /** What crew calls this verification. */
  readonly name: string;
  /** The page of the run. */
  readonly details: string;
  readonly lang: Language;
}

/** The check while it is in progress. */
export function begun({ lang, ...about }: About): CheckChange {
  return { ...changeOf(about), conclusion: null, page: begunCheck(lang, about.details), annotations: [] };
}

/** The check when it is over. */
export function ended({ lang, ...about }: About, ending: Ending): CheckChange {
  const { annotations, ...page } = endedCheck(ending, { lang, details: about.details });
  return { ...changeOf(about), conclusion: conclusionOf(ending), page, annotations };
}

const changeOf = ({ head, name, details }: Omit<About, 'lang'>) =>
  ({ kind: 'check', name: NAME, head, externalId: name, details }) as const;
