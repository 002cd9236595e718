import type { Route } from 'playwright';

/** What a failing backend may answer to a request of the browser. */
export const answers = {
  dropped: (route: Route) => route.abort('connectionreset'),
  status500: (route: Route) => route.fulfill({ status: 500, json: { message: 'out of clouds' } }),
  status429: (route: Route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { message: 'Too many' } }),
  garbage: (route: Route) => route.fulfill({ contentType: 'application/json', body: '[{"id": "0' }),
};
