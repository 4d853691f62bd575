/** What every route takes for itself, beside the args that it declares: no arg can have such a name. */
export const RESERVED_ARGS: readonly string[] = [
  'ml_language',
  '_fields',
  '_envelope',
  '_method',
  '_jsonp',
  '_pretty',
  'rest_route',
  '_wpnonce',
];
