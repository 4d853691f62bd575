import type { Login } from '../../support/service';

export const named = (login: Login | undefined) => login ?? 'an anonymous client';
