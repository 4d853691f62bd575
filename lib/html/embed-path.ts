/** The path of embeddable pages, below the language roots. */
export const EMBED_PATH = '/embed';
