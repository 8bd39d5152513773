// Package web writes a flock as a web page: one file that a browser opens from disk, without a network.
//
// A page contains the scene as JSON, the birds' meshes and the flight as compressed data, and a program, the
// viewer. The viewer is written in TypeScript, in src. make web checks it and bundles it into viewer.js,
// which this package embeds.
//
// Start reading at [Page], and in src at source.ts and viewer.ts.
package web
