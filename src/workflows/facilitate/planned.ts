// A change that is due, with the issue that it is about and what is said of it in the report.
import type { CommentChange, LabelChange } from '../../changes/change.js';
import type { Ref } from '../../field.js';
import type { FacilitateAction } from './report.js';

export interface Planned {
  readonly ref: Ref;
  readonly change: CommentChange | LabelChange;
  readonly action: FacilitateAction;
  /** Crew's comment would notify those who watch. */
  readonly notifies: boolean;
}
