/* A server that a failed test leaves open does not keep Jest from ending. While tests run, Jest's own timers keep the process alive. */

const { Server } = require('node:net');

const { listen } = Server.prototype;
if (!listen.isUnref) {
  Server.prototype.listen = Object.assign(
    function (...args) {
      return listen.apply(this, args).unref();
    },
    { isUnref: true },
  );
}
