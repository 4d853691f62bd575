/** A declaration that cannot be served: the message is one sentence that names the route, the argument and the remedy. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}
