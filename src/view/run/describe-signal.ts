import type { Signal } from '../../ports/run.js';
import type { RunWords } from '../../text/lang/run/index.js';
import { usd } from './amounts.js';

/** What somebody said to a run: what it was, in words; and their own words. */
export function describeSignal(word: Signal, say: RunWords): { readonly what: string; readonly text: string } {
  switch (word.is) {
    case 'answer':
      return { what: say.signals(word), text: word.text };
    case 'select':
      return { what: say.signals({ is: word.is, ids: word.choice }), text: word.remark ?? '' };
    case 'approve':
      return { what: say.signals({ is: word.is, ids: word.ids.join(', ') }), text: word.how ?? '' };
    case 'reject': {
      const ids = [...(word.ids ?? []), ...(word.category === undefined ? [] : [word.category])].join(', ');
      return { what: say.signals({ is: word.is, ids }), text: word.why ?? '' };
    }
    case 'continue':
      return {
        what: say.signals({ is: word.is, usd: word.addUsd === undefined ? undefined : usd(word.addUsd) }),
        text: '',
      };
    case 'cancel':
      return { what: say.signals({ is: word.is }), text: '' };
  }
}
