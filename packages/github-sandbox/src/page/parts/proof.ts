import { type Html, html } from '../html/html.js';
import type { Scene } from '../scene.js';

/** The hidden field that every form carries: a page from elsewhere can post here, but cannot know it. */
export function proof(scene: Pick<Scene, 'token'>): Html {
  return html`<input type="hidden" name="token" value="${scene.token}">`;
}
