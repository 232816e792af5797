#!/usr/bin/env bash
# The AppImage, from the folder that `python3 packaging/dev.py package folder` has made.
#
#     packaging/linux/make_appimage.sh
#
# appimagetool must be on PATH; it brings the runtime that starts the image. Not tried here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

[ -x dist/privacy-explorer/privacy-explorer ] || {
  echo "dist/privacy-explorer is not there: python3 packaging/dev.py package folder makes it" >&2
  exit 1
}
command -v appimagetool > /dev/null || { echo "appimagetool is not on PATH" >&2; exit 1; }
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' explorer/__init__.py)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
tree="$stage/AppDir"
mkdir -p "$tree/usr/lib" "$tree/usr/share/metainfo" "$tree/usr/share/applications"
cp -r dist/privacy-explorer "$tree/usr/lib/"
cp packaging/linux/privacy-explorer.desktop "$tree/"
cp packaging/linux/privacy-explorer.desktop "$tree/usr/share/applications/"
cp resources/icons/privacy-explorer.svg "$tree/"
cp packaging/linux/privacy-explorer.metainfo.xml "$tree/usr/share/metainfo/io.github.privacy_explorer.PrivacyExplorer.metainfo.xml"
ln -s usr/lib/privacy-explorer/privacy-explorer "$tree/AppRun"
ARCH=$(uname -m) appimagetool "$tree" "dist/privacy-explorer-$version-$(uname -m).AppImage"
