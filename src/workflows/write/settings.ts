// What the configuration says about writing, under the names of the specification. Pure.
import type { Config } from '../../config/index.js';
import { THRESHOLDS, type Thresholds } from './rules/gate.js';
import { type Profile, type Reviewer, reviewersOf } from './rules/reviewers.js';

export interface Settings {
  /** Absent: the intake decides. */
  readonly profile: Profile | undefined;
  readonly polish: boolean;
  readonly thresholds: Thresholds;
  readonly reviewers: readonly Reviewer[];
  readonly layout: string;
}

export function settingsOf({ write }: Pick<Config, 'write'>): Settings {
  return {
    profile: write.profile,
    polish: write.polish,
    thresholds: {
      ...THRESHOLDS,
      min_overall: write['min-overall'],
      min_each: write['min-each'],
      max_rounds: write['max-rounds'],
      min_improvement: write['min-improvement'],
    },
    reviewers: reviewersOf(write.reviewers),
    layout: write.layout,
  };
}
