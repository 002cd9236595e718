export function logSecurityEvent() {}

export function logFailedLogin() {}
