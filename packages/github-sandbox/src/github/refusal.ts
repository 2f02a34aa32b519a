/** An answer that says no, thrown from wherever it is known; the door writes it out as GitHub does. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: { readonly [name: string]: unknown };
  readonly headers: { readonly [name: string]: string };

  constructor(refused: {
    status: number;
    message: string;
    details?: { readonly [name: string]: unknown };
    headers?: { readonly [name: string]: string };
  }) {
    super(refused.message);
    this.name = 'Refusal';
    this.status = refused.status;
    this.details = refused.details ?? {};
    this.headers = refused.headers ?? {};
  }
}

/** One entry of `errors` in a 422. */
type FieldError = {
  readonly resource: string;
  readonly code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unprocessable' | 'custom';
  readonly field?: string;
  readonly value?: string;
  readonly message?: string;
};

/** GitHub says 404 also for what exists but may not be seen. */
export const notFound = (message = 'Not Found'): Refusal => new Refusal({ status: 404, message });

/** A token that is unknown, revoked or expired. */
export const badCredentials = (): Refusal => new Refusal({ status: 401, message: 'Bad credentials' });

/** Nobody said who they are, and strangers may not do this. */
export const requiresAuthentication = (): Refusal => new Refusal({ status: 401, message: 'Requires authentication' });

/** Known, but not allowed. */
export const forbidden = (message: string): Refusal => new Refusal({ status: 403, message });

/** A request that is well-formed but breaks a rule of one of its fields. */
export const validationFailed = (...errors: FieldError[]): Refusal =>
  new Refusal({ status: 422, message: 'Validation Failed', details: { errors } });

/** A request that breaks a rule that belongs to no field. */
export const unprocessable = (message: string): Refusal => new Refusal({ status: 422, message });

/** The same, where GitHub says why beside it. */
export const unprocessableFor = (...errors: string[]): Refusal =>
  new Refusal({ status: 422, message: 'Unprocessable Entity', details: { errors } });

/** A request whose shape is not the documented one. */
export const invalidRequest = (why: string): Refusal =>
  new Refusal({ status: 422, message: `Invalid request.\n\n${why}` });
