import { checkout } from './checkout.js';
import { createGithubAppToken } from './create-github-app-token.js';
import { downloadArtifact } from './download-artifact.js';
import type { NativeAction } from './native-action.js';
import type { PinnedName } from './pinned.js';
import { setupNode } from './setup-node.js';
import { uploadArtifact } from './upload-artifact.js';

/** THE LIST: what stands behind each pinned name. */
export const NATIVE_ACTIONS: Readonly<Record<PinnedName, NativeAction>> = {
  'actions/checkout': checkout,
  'actions/setup-node': setupNode,
  'actions/upload-artifact': uploadArtifact,
  'actions/download-artifact': downloadArtifact,
  'actions/create-github-app-token': createGithubAppToken,
};
