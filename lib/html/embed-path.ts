/** The path of what other sites show, below the language roots. */
export const EMBED_PATH = '/embed';
