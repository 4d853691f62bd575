/** The meta parameters, which shape the answer of any route. Links to other pages of a list repeat them. */
export const META_PARAMS = ['_fields', '_envelope', '_jsonp', '_pretty'] as const;

/** The parameters that every route has beside its args. No arg can have such a name. */
export const RESERVED_ARGS: readonly string[] = ['ml_language', ...META_PARAMS, '_method', 'rest_route', '_wpnonce'];
