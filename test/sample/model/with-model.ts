import Anthropic from '@anthropic-ai/sdk';
import { afterEach } from '@jest/globals';
import { parseScript, type ScriptedModel, startModel } from '../../../src/sample/model/index.js';

const open: ScriptedModel[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((model) => model.close()));
});

export interface Scene {
  readonly model: ScriptedModel;
  readonly client: Anthropic;
}

/** Starts a model for one test, with the real SDK beside it; the SDK does not retry, so that each fault is seen. */
export async function withModel(script: string | object, options: { key?: string } = {}): Promise<Scene> {
  const text = typeof script === 'string' ? script : JSON.stringify(script);
  const model = await startModel({ script: parseScript(text), ...options });
  open.push(model);
  return { model, client: new Anthropic({ baseURL: model.url, apiKey: 'a-key', maxRetries: 0, logLevel: 'off' }) };
}

/** A request in which a person says one thing. */
export function ask(content: string) {
  return { model: 'claude-sonnet-5-5', max_tokens: 1000, messages: [{ role: 'user' as const, content }] };
}

/** A post of bytes, for what the SDK would never send. */
export function post(model: ScriptedModel, it: { path?: string; body?: string; headers?: Record<string, string> }) {
  const headers = { 'x-api-key': 'a-key', 'anthropic-version': '2026-10-21', ...it.headers };
  return fetch(`${model.url}${it.path ?? '/v1/messages'}`, { method: 'POST', headers, body: it.body ?? '' });
}
