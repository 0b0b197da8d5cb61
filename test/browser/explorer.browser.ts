/* GraphiQL in Chromium, as the program serves it. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startSandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { httpServer } from '../support/http-server.js';
import { everyScopeKey, programOver, sandboxProgram, type ProgramUnderTest } from '../support/program.js';
import { isLight, launch, visit } from './chromium.js';

let browser: Browser;
beforeAll(async () => void (browser = closedAfterwards(await launch())));

/** Clicks the button that runs the query. It does nothing before GraphiQL has created the editor, which then shows a line. */
const run = async (page: Page) => {
  await editor(page).locator('.view-line').first().waitFor();
  await page.getByRole('button', { name: /^Execute query/ }).click();
};
const editor = (page: Page) => page.locator('.graphiql-query-editor');
const variables = (page: Page) => page.locator('.graphiql-editor-tool');
const response = (page: Page) => page.locator('.graphiql-response');

describe('over the sandbox', () => {
  let program: ProgramUnderTest;
  beforeAll(async () => void (program = await sandboxProgram()));

  const folder = join(__dirname, '../../schema/operations');
  const examples = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => /^(?:query|mutation|subscription) (\w+)/m.exec(readFileSync(join(folder, name), 'utf8'))![1]!);
  test('GraphiQL opens with a tab for each example, runs the chosen one, and remembers it', async () => {
    const { page, outside, errors } = await visit(browser, program.url);
    await page.getByRole('tab').first().waitFor();
    const tabs = await page.getByRole('tab').allInnerTexts();
    expect(tabs[0]).toBe('Welcome');
    expect(tabs.toSorted()).toEqual(['Welcome', ...examples].toSorted());

    await run(page);
    await response(page).getByText('"totalCount"').first().waitFor();
    await page.getByRole('button', { name: 'AddAttendees', exact: true }).click();
    await editor(page).getByText('idempotencyKey').waitFor();
    // GraphiQL shows a tab before it runs the operation of that tab. It has stored the tab by then.
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}').activeTabIndex > 0);
    await run(page);
    await response(page).getByText('"registrations"').first().waitFor();

    for (const url of [page.url(), program.url]) {
      await page.goto(url);
      await editor(page).getByText('idempotencyKey').waitFor();
      expect(await page.getByRole('tab').count()).toBe(tabs.length);
    }
    const transferred = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('/graphiql.js'))
        .map(({ transferSize }) => transferSize),
    );
    // The script is loaded once.
    expect({ transferred, outside, errors }).toEqual({ transferred: [0], outside: [], errors: [] });
  });

  test('a wrong variable has a mark, and no variable of an example has one', async () => {
    const { page, errors } = await visit(browser, program.url);
    await page.getByRole('button', { name: 'AddAttendees', exact: true }).click();
    await variables(page).getByText('example-registration-1').waitFor();
    const marks = variables(page).locator('.squiggly-error');
    expect(readdirSync(folder).filter((name) => name.endsWith('.variables.json'))).toEqual(['add-attendees.variables.json']);
    // A mark that comes and goes shows that the variables have been checked.
    await variables(page).getByText('"validateOnly"').first().dblclick();
    await page.keyboard.type('validateNever');
    // The mark is at the member "input", and only what the editor shows is in the page.
    await page.keyboard.press('ControlOrMeta+Home');
    await marks.first().waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await marks.first().waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test.each([
    [390, 844, 'dark'],
    [1280, 800, 'light'],
  ] as const)('GraphiQL fits a window of %i by %i pixels, and is %s if the system is', async (width, height, colorScheme) => {
    const { page, errors } = await visit(browser, program.url, { viewport: { width, height }, colorScheme });
    await run(page);
    await response(page).getByText('"totalCount"').first().waitFor();
    const scrolled = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { scrollWidth, scrollHeight };
    });
    expect(scrolled).toEqual({ scrollWidth: width, scrollHeight: height });
    for (const part of [editor(page), response(page)]) {
      const { x, y, width: across, height: down } = (await part.boundingBox())!;
      expect(across).toBeGreaterThan(250);
      expect(down).toBeGreaterThan(150);
      expect(x + across).toBeLessThanOrEqual(width);
      expect(y + down).toBeLessThanOrEqual(height);
    }
    expect(await isLight(page.locator('.graphiql-container').first())).toBe(colorScheme === 'light');
    expect(errors).toEqual([]);
  });

  test('a subscription shows its events', async () => {
    const query = encodeURIComponent('subscription Stock { ticketStock { name remainingStock } }');
    const { page } = await visit(browser, `${program.url}/?query=${query}`);
    await run(page);
    await response(page).getByText('"remainingStock"').first().waitFor();
  });

  test('a page on another port of this machine reads the graph, and listens to it by EventSource and over WebSocket', async () => {
    const other = await httpServer((_request, answer) => answer.setHeader('content-type', 'text/html').end('<p>Another server</p>'));
    const { page, errors } = await visit(browser, other.url);
    const seen = await page.evaluate(async (graph) => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
      const read = await fetch(graph, { method: 'POST', headers, body: '{"query":"{ __typename }"}' });
      const stock = `${graph}?query=${encodeURIComponent('subscription { ticketStock { name } }')}`;
      const event = await new Promise<MessageEvent<string>>((next) => new EventSource(stock).addEventListener('next', next));
      const socket = new WebSocket(graph.replace('http', 'ws'), 'graphql-transport-ws');
      socket.addEventListener('open', () => socket.send('{"type":"connection_init"}'));
      const acknowledged = await new Promise<MessageEvent<string>>((message) => socket.addEventListener('message', message));
      return [await read.text(), event.data, acknowledged.data];
    }, `${program.url}/graphql`);
    expect(seen).toEqual([
      '{"data":{"__typename":"Query"}}',
      expect.stringMatching(/^\{"data":\{"ticketStock":\[\{/),
      expect.stringContaining('connection_ack'),
    ]);
    expect(errors).toEqual([]);
  });
});

test('over a live service, GraphiQL reports a missing key, uses the key that is entered, and stores it nowhere', async () => {
  const sandbox = closedAfterwards(await startSandbox());
  const program = await programOver(sandbox.url, { EXPLORER: 'graphiql', INTROSPECTION: 'true' });
  const { page, outside } = await visit(browser, program.url);
  const status = page.locator('#key').getByRole('status');
  await status.getByText('this graph requires a key or token').waitFor();
  await page.getByLabel('Key or token').fill('no such key');
  await page.getByRole('button', { name: 'Use' }).click();
  await status.getByText('this key or token is not valid').waitFor();

  await page.getByRole('button', { name: 'Activities', exact: true }).click();
  await page.getByLabel('Key or token').fill(everyScopeKey);
  await page.getByRole('button', { name: 'Use' }).click();
  await status.getByText('Refused (401)').waitFor({ state: 'detached' });
  await run(page);
  await page.waitForFunction(() => document.querySelector('#key output')!.textContent === '');
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.getByRole('link', { name: 'Query', exact: true }).waitFor();
  expect(outside).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]))).not.toContain(everyScopeKey);
});

test("Apollo's Sandbox opens in a frame of its own origin, and the page requests nothing else but the script of Apollo's CDN", async () => {
  const program = await sandboxProgram({ EXPLORER: 'sandbox' });
  const origins = ['https://embeddable-sandbox.cdn.apollographql.com', 'https://sandbox.embed.apollographql.com'];
  // What Apollo's script does first: tests have no internet access.
  const script = `window.EmbeddedSandbox = class {
    constructor({ target, initialEndpoint }) {
      const frame = document.createElement('iframe');
      frame.src = '${origins[1]}/?endpoint=' + encodeURIComponent(initialEndpoint);
      document.querySelector(target).append(frame);
    }
  };`;
  const { page, outside, errors } = await visit(browser, program.url, {}, (context) =>
    context.route(`${origins[0]}/**`, (route) => route.fulfill({ contentType: 'text/javascript', body: script })),
  );
  const frame = new URL((await page.locator('#sandbox iframe').getAttribute('src'))!);
  expect(frame.searchParams.get('endpoint')).toBe(`${program.url}/graphql`);
  expect(outside.map((url) => new URL(url).origin)).toEqual(origins);
  expect(errors.filter((text) => /script|constructor|policy/i.test(text))).toEqual([]);
});
