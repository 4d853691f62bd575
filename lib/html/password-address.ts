/** The path of the page about application passwords, below the language roots. */
export const PASSWORD_PAGE = '/application-passwords';
