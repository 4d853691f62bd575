import type { Method } from '../args/arg';

/** Tells whether an endpoint updates: its POST, PUT and PATCH are one operation. */
export const isUpdate = ({ methods }: { readonly methods: readonly Method[] }): boolean => methods.includes('PATCH');
