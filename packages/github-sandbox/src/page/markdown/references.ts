/** What a text may point at with `#7` or `owner/name#7`. */
export type References = {
  find(named: { readonly repository: string | null; readonly number: number }): Target | null;
};

export type Target = {
  readonly path: string;
  readonly title: string;
  /** In the repository that the text stands in: there GitHub leaves its name out. */
  readonly isHere: boolean;
};
