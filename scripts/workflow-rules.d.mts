/** What the TypeScript tests see of workflow-rules.mjs; the types themselves are checked in its JSDoc. */
export interface Finding {
  readonly line: number;
  readonly rule: string;
  readonly sentence: string;
}

/** Names (scopes, secrets) for each job of one file. */
export type ByJob = Readonly<Record<string, readonly string[]>>;

export interface Policy {
  readonly grants: ByJob;
  readonly secrets: ByJob;
  readonly triggers: readonly string[];
  readonly runners: readonly string[];
}

export function lintWorkflow(text: string, policy?: Partial<Policy>): Finding[];
export const rules: Readonly<Record<string, unknown>>;
