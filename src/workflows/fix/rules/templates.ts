/** Where a repository keeps its own words for pull requests. */
export const TEMPLATES: readonly string[] = [
  '.github/pull_request_template.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  'pull_request_template.md',
];
