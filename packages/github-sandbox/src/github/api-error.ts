// Errors in GitHub's format. Thrown in rest/, auth/, http/, actions/ and GraphQL mutations; endpoints/ turn them into responses.

/** An error response. `details` are further fields of its JSON. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: { readonly [name: string]: unknown };
  readonly headers: { readonly [name: string]: string };

  constructor(given: {
    status: number;
    message: string;
    details?: { readonly [name: string]: unknown };
    headers?: { readonly [name: string]: string };
  }) {
    super(given.message);
    this.name = 'ApiError';
    this.status = given.status;
    this.details = given.details ?? {};
    this.headers = given.headers ?? {};
  }
}

/** One entry of `errors` in a 422 response. */
type FieldError = {
  readonly resource: string;
  readonly code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unprocessable' | 'custom';
  readonly field?: string;
  readonly value?: string;
  readonly message?: string;
};

/** GitHub also answers 404 for resources that the caller cannot see. */
export const notFound = (message = 'Not Found'): ApiError => new ApiError({ status: 404, message });

/** Unknown, revoked or expired token. */
export const badCredentials = (): ApiError => new ApiError({ status: 401, message: 'Bad credentials' });

/** No token, but one is required. */
export const requiresAuthentication = (): ApiError => new ApiError({ status: 401, message: 'Requires authentication' });

/** Authenticated but not permitted. */
export const forbidden = (message: string): ApiError => new ApiError({ status: 403, message });

/** A field violates a rule. */
export const validationFailed = (...errors: FieldError[]): ApiError =>
  new ApiError({ status: 422, message: 'Validation Failed', details: { errors } });

/** A 422 response without field errors. */
export const unprocessable = (message: string): ApiError => new ApiError({ status: 422, message });

/** A 422 response with a list of reasons. */
export const unprocessableFor = (...errors: string[]): ApiError =>
  new ApiError({ status: 422, message: 'Unprocessable Entity', details: { errors } });

/** The request does not have the documented form. */
export const invalidRequest = (why: string): ApiError =>
  new ApiError({ status: 422, message: `Invalid request.\n\n${why}` });
