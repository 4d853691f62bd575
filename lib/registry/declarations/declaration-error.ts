/** An invalid declaration. The message is one sentence with the route, the argument and a remedy. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}
