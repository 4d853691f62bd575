/** Where the page is that tells how to get an application password, below the language roots. */
export const PASSWORD_PAGE = '/application-passwords';
