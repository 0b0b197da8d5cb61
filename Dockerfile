# Event Graph as an image: docker build -t event-graph .
# Node 24 gets security updates. .nvmrc names the oldest version that is supported: see "Node" in docs/operating.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# Without test/package.json, npm installs only what the build and the program need.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY tools/build.mjs tools/bundle.mjs ./tools/
COPY src ./src
RUN npm run build
RUN npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
# A load balancer notices within three seconds that /readyz is 503.
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_HOST=0.0.0.0 STATE_FILE=/state/event-graph-state.db SHUTDOWN_DELAY_MS=3000
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY bin ./bin
COPY schema ./schema
# The state file is the only file that the program writes; everything else may be read-only.
RUN mkdir /state && chown node:node /state
VOLUME /state
USER node
EXPOSE 4000 4001
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT || 4001}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# See "Memory" in docs/operating.md.
CMD ["node", "--max-semi-space-size=8", "--no-allocation-site-pretenuring", "dist/main.js"]
