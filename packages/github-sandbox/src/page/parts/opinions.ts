import type { ReviewState } from '../../github/state.js';
import type { Html } from '../html/html.js';
import { icons } from './icons.js';

/** What somebody says with a review of each kind. */
export const opinions: { readonly [State in ReviewState]: { readonly icon: Html; readonly says: string } } = {
  APPROVED: { icon: icons.good, says: 'approves' },
  CHANGES_REQUESTED: { icon: icons.failed, says: 'asks for changes' },
  COMMENTED: { icon: icons.talk, says: 'reviewed' },
  DISMISSED: { icon: icons.dropped, says: 'had a say that no longer counts' },
  PENDING: { icon: icons.waiting, says: 'is still writing' },
};
