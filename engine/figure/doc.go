// Package figure draws flocks as figures for papers: orthographic, on white, as vector paths with
// axes, a scale bar and a legend. It also draws charts of measures. One description gives SVG, PDF and
// PNG. Drawing needs no OpenGL, and the same input always gives the same bytes.
//
// Start reading at [Write]. [WriteTimeChart] draws measures over time, and [WriteChart] compares flocks.
package figure
