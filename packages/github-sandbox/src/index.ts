// The public interface of this package: an embedded GitHub with its Actions runner and web pages, for tests and for the sandbox. crew
// imports it as `github-sandbox` (src/cli/embedded-github.ts and src/sample).

export { type Actions, type ActionsOptions, plugActions } from './actions/index.js';
export { createComment } from './github/acts/comments.js';
export { setLock } from './github/acts/issues.js';
export { addLabels, removeLabel } from './github/acts/labels.js';
export { enqueuePull } from './github/acts/merge-queue.js';
export { setField } from './github/acts/projects.js';
export { tipOf } from './github/acts/pull-commits.js';
export { addReaction } from './github/acts/reactions.js';
export * from './github/index.js';
export { permissionNames } from './github/permissions.js';
export { rollupOf } from './github/pulls/checks.js';
export {
  type CheckRun,
  checkConclusions,
  findAccount,
  type Issue,
  type PullRequest,
  type Repository,
  type Role,
  type RunConclusion,
  type WorkflowJob,
} from './github/state.js';
export { type SandboxPages, sandboxPages } from './page/index.js';
export { copyPackage } from './runner/actions/copy-package.js';
export { PINNED_ACTIONS } from './runner/actions/pinned.js';
export { type ArtifactStore, createArtifactStore } from './runner/artifact-store.js';
export type { Run } from './runner/model.js';
export { openResults, type ServiceAccess } from './runner/results/index.js';
export { unzip } from './runner/results/unzip.js';
