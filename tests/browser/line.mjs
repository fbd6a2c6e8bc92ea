// A network between a browser and a server, which can be cut, or go silent: what is sent then comes to nobody, and nobody is told.

import { createServer, request } from 'node:http'
import { connect } from 'node:net'

export class Line {
  static async of() {
    const line = new Line()
    await new Promise((listens) => line.server.listen(0, '127.0.0.1', listens))
    return line
  }

  constructor() {
    this.state = 'whole'
    this.ends = new Set()
    this.server = createServer((asked, answer) => {
      if (this.state !== 'whole') return asked.socket.destroy()
      const { method, url, headers } = asked
      const on = request(url, { method, headers }, (came) => {
        answer.writeHead(came.statusCode, came.headers)
        came.pipe(answer)
      })
      on.on('error', () => answer.destroy())
      asked.pipe(on)
    })
    this.server.on('connect', ({ url }, near) => { // a WebSocket comes as a tunnel
      if (this.state === 'cut') return near.destroy()
      const [host, port] = url.split(':')
      const far = connect(Number(port), host, () => {
        near.write('HTTP/1.1 200 Connection established\r\n\r\n')
        near.pipe(far).pipe(near)
      })
      for (const [one, other] of [[near, far], [far, near]]) {
        this.ends.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => { this.ends.delete(one); other.destroy() })
      }
    })
  }

  /** For a context of Playwright's: all goes through this line, this machine's own addresses too. */
  get proxy() {
    return { server: `http://127.0.0.1:${this.server.address().port}`, bypass: '<-loopback>' }
  }

  /** Each connection is reset, and no other can be made. */
  cut() {
    this.state = 'cut'
    for (const one of this.ends) one.resetAndDestroy()
  }

  /** What is sent from now on comes to nobody. */
  goSilent() {
    this.state = 'silent'
    for (const one of this.ends) one.unpipe().pause()
  }

  /** It carries again. What it has lost stays lost: connections of before are gone. */
  mend() {
    for (const one of this.ends) one.resetAndDestroy()
    this.state = 'whole'
  }

  close() {
    for (const one of this.ends) one.destroy()
    this.server.close()
  }
}
