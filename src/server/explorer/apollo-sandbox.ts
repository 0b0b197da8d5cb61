/* The page with Apollo Sandbox. */

import { createHash } from 'node:crypto';
import { commonPolicy, inScript, ownIcon, title, type ExplorerContent, type ExplorerPage } from './page.js';

/**
 * Returns a page with Apollo Sandbox, which runs in a frame from Apollo's origin. Apollo's script, which opens that frame, sends its
 * requests to the graph. It changes under its address, so its hash cannot be stated; what it shows is Apollo's in any case.
 */
export function apolloSandbox(content: ExplorerContent): ExplorerPage {
  const start = startScript(content);
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>${ownIcon}<style>html,body,#sandbox{margin:0;height:100%}iframe{border:0}</style></head>
<body>
<div id="sandbox"></div>
<script src="${apolloScript}"></script>
<script>${start}</script>
</body>
</html>
`;
  const scripts = `${apolloScript} 'sha256-${createHash('sha256').update(start).digest('base64')}'`;
  return {
    html: page,
    policy: `${commonPolicy}; script-src ${scripts}; frame-src https://sandbox.embed.apollographql.com; connect-src 'self'`,
  };
}

const apolloScript = 'https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js';

function startScript({ examples: [first], authenticated }: ExplorerContent): string {
  const initialState = {
    document: first?.query ?? '',
    ...(first?.variables !== undefined && { variables: JSON.parse(first.variables) as unknown }),
    ...(authenticated && { sharedHeaders: { authorization: 'Bearer ' } }),
    includeCookies: false,
  };
  return `new window.EmbeddedSandbox({target:'#sandbox',initialEndpoint:location.origin+'/graphql',initialState:${inScript(initialState)}});`;
}
