import { request } from '@octokit/request';
import * as z from 'zod';

const created = z.object({
  id: z.number(),
  html_url: z.url(),
  pem: z.string(),
  webhook_secret: z.string().nullable(),
});

/** A GitHub App with its credentials, as GitHub's manifest flow returns them once. */
export type CreatedApp = z.infer<typeof created>;

/** Exchanges the code of the manifest flow for the App. A code is valid once and for an hour. */
export async function convertManifest(baseUrl: string, code: string): Promise<CreatedApp> {
  const { data } = await request('POST /app-manifests/{code}/conversions', { baseUrl, code });
  return created.parse(data);
}
