// The English texts of `ask`, for rules/answer.ts.

export const en = {
  evidence: 'Citations (checked)',
  open: 'Open questions',
  /** Citations of files or lines that do not exist. */
  dropped: (count: number): string =>
    count === 1
      ? '1 citation was removed because its line does not exist.'
      : `${count} citations were removed because their lines do not exist.`,
};

export type Messages = typeof en;
